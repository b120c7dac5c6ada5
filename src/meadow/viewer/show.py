"""One picture that shows a home: labelled plan, cut-away view and first-person frames.

show_house(house).save("home.png")
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from meadow.errors import InvalidValueError
from meadow.scenes.schema import House
from meadow.sim.render import Renderer, RenderScene
from meadow.types import Camera
from meadow.viewer.cutaway import cutaway
from meadow.viewer.labels import font
from meadow.viewer.plan_picture import plan_picture
from meadow.viewer.viewpoints import Viewpoint, best_views

GAP = 8
"""White space between pictures, pixels."""
HEADER = 34
ASPECT = 0.75
"""Height over width of each picture."""


def draw_part(house: House, part: str, width: int = 1920, views: int = 5) -> Image.Image:
    """The whole picture ("all"), or its "plan", "cutaway" or "frames" alone."""
    if not 640 <= width <= 3840:
        raise InvalidValueError(f"width {width}: expected 640 to 3840 pixels")
    if not 1 <= views <= 12:
        raise InvalidValueError(f"views {views}: expected 1 to 12")
    if part == "plan":
        return plan_picture(house, width, round(width * ASPECT))
    if part == "cutaway":
        return cutaway(house, width, round(width * ASPECT))
    return (
        frames_strip(house, width, views) if part == "frames" else show_house(house, width, views)
    )


def about(house: House) -> str:
    """The name of a home, and how many rooms, objects and people it has."""
    rooms = "1 room" if len(house.rooms) == 1 else f"{len(house.rooms)} rooms"
    people = f", {len(house.people)} people" if house.people else ""
    return f"{house.id}: {rooms}, {len(house.objects)} objects{people}"


def show_house(house: House, width: int = 1920, views: int = 5) -> Image.Image:
    """Plan and cut-away view side by side, frames of a robot's camera below."""
    half = (width - GAP) // 2
    high = round(half * ASPECT)
    strip = frames_strip(house, width, views)
    sheet = Image.new("RGB", (width, HEADER + high + GAP + strip.height), "white")
    ImageDraw.Draw(sheet).text((GAP, HEADER / 2), about(house), "#1d2733", font(20), anchor="lm")
    sheet.paste(plan_picture(house, half, high), (0, HEADER))
    sheet.paste(cutaway(house, half, high), (half + GAP, HEADER))
    sheet.paste(strip, (0, HEADER + high + GAP))
    return sheet


def frames_strip(house: House, width: int = 1920, views: int = 5) -> Image.Image:
    """What a robot sees from good places, side by side, each with the name of its room."""
    scene = RenderScene(house)
    chosen = best_views(scene, views)
    across = (width - GAP * (views - 1)) // views
    pictures = first_person(scene, chosen, across, round(across * ASPECT))
    strip = Image.new("RGB", (width, pictures[0].height), "white")
    for index, picture in enumerate(pictures):
        strip.paste(picture, (index * (across + GAP), 0))
    return strip


def first_person(
    scene: RenderScene, views: Sequence[Viewpoint], width: int, height: int
) -> list[Image.Image]:
    """Frames of the default camera with its field of view, finely sampled."""
    renderer = Renderer(width, height, Camera().hfov, supersample=3)
    pictures = []
    for view in views:
        picture = Image.fromarray(renderer.render(scene, view.eye).rgb)
        name = scene.house.rooms[view.room].type
        place = (width / 2, height - 8)
        ImageDraw.Draw(picture).text(
            place, name, "white", font=font(15), anchor="mb", stroke_width=2, stroke_fill="#1d2733"
        )
        pictures.append(picture)
    return pictures
