"""What the eyes learn from: frames of generated homes, and phrases about what they show."""
