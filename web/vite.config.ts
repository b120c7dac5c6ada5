import { defineConfig } from "vite";

// One script and one style sheet with fixed names, so that a fresh build can be compared with what is kept.
export default defineConfig({
  base: "./",
  build: {
    outDir: process.env.MEADOW_WEB_OUT ?? "../src/meadow/viewer/web/bundle",
    emptyOutDir: true,
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      output: {
        codeSplitting: false,
        entryFileNames: "window.js",
        assetFileNames: "window[extname]",
      },
    },
  },
});
