"""Drawn scenes with exact boxes: simple people and vehicles on drawn or real ground, as schematic cameras show them."""
import cv2
import numpy as np

SKIN = [(120, 160, 210), (90, 130, 190), (60, 90, 140), (40, 60, 90), (150, 190, 230)]


def colour(rng, low=20, high=235):
    """A random BGR colour."""
    return tuple(int(v) for v in rng.integers(low, high, 3))


def darker(value, factor):
    """A colour multiplied by `factor`."""
    return tuple(int(v * factor) for v in value)


def draw_person(image, rng, x, y, height):
    """Draws a person whose feet stand at (x, y), `height` px tall; returns its box."""
    skin, shirt, trousers = SKIN[rng.integers(len(SKIN))], colour(rng), colour(rng, 10, 160)
    unit, swing = height / 7.5, rng.uniform(-1, 1) * height * 0.12
    hip, neck = y - height * 0.48, y - height * 0.84
    limb = max(1, round(unit * rng.uniform(0.45, 0.7)))
    half = unit * rng.uniform(0.65, 1.0)
    points = []
    for side in (-1, 1):
        foot = (round(x + side * swing), round(y - limb / 2))
        cv2.line(image, (round(x + side * half * 0.4), round(hip)), foot, trousers, limb, cv2.LINE_AA)
        hand = (round(x + side * half - side * swing * 0.9), round(hip + unit * 0.3))
        cv2.line(image, (round(x + side * half * 0.9), round(neck + unit * 0.4)), hand, darker(shirt, 0.85), max(1, limb * 3 // 4), cv2.LINE_AA)
        points += [foot[0], hand[0]]
    torso = np.int32([[x - half, neck], [x + half, neck], [x + half * 0.8, hip], [x - half * 0.8, hip]])
    if rng.random() < 0.5:
        cv2.fillConvexPoly(image, torso, shirt, cv2.LINE_AA)
    else:
        cv2.ellipse(image, (round(x), round((neck + hip) / 2)), (max(1, round(half)), max(1, round((hip - neck) / 1.8))), 0, 0, 360, shirt, -1, cv2.LINE_AA)
    head = (max(1, round(unit * 0.48)), max(1, round(unit * 0.58)))
    cv2.ellipse(image, (round(x), round(y - height + head[1])), head, 0, 0, 360, skin, -1, cv2.LINE_AA)
    if rng.random() < 0.7:
        cv2.ellipse(image, (round(x), round(y - height + head[1])), head, 0, 180, 360, colour(rng, 5, 90), -1, cv2.LINE_AA)
    left, right = min(x - half, min(points) - limb / 2), max(x + half, max(points) + limb / 2)
    return [0, left, y - height, right, y]


def draw_wheels(image, centres, y, radius):
    """Dark wheels with a rim."""
    for x in centres:
        cv2.circle(image, (round(x), round(y - radius)), max(1, round(radius)), (25, 25, 25), -1, cv2.LINE_AA)
        cv2.circle(image, (round(x), round(y - radius)), max(1, round(radius * 0.5)), (150, 150, 150), -1, cv2.LINE_AA)


def draw_car(image, rng, x, y, length):
    """A car seen from the side, its wheels on y, centred at x; returns its box."""
    body, height, flip = colour(rng), length * rng.uniform(0.3, 0.42), rng.choice([-1, 1])
    place = lambda points: np.int32([[x + flip * px * length, y - py * height] for px, py in points])
    cv2.fillConvexPoly(image, place([(-0.5, 0.15), (-0.5, 0.5), (-0.46, 0.58), (0.45, 0.55), (0.5, 0.4), (0.5, 0.15)]), body, cv2.LINE_AA)
    cv2.fillConvexPoly(image, place([(-0.36, 0.56), (-0.27, 1.0), (0.1, 1.0), (0.28, 0.56)]), body, cv2.LINE_AA)
    glass = colour(rng, 90, 220) if rng.random() < 0.4 else (70, 55, 45)
    cv2.fillConvexPoly(image, place([(-0.3, 0.6), (-0.24, 0.93), (-0.08, 0.93), (-0.08, 0.6)]), glass, cv2.LINE_AA)
    cv2.fillConvexPoly(image, place([(-0.05, 0.6), (-0.05, 0.93), (0.08, 0.93), (0.22, 0.6)]), glass, cv2.LINE_AA)
    draw_wheels(image, (x - 0.3 * length, x + 0.3 * length), y, length * 0.085)
    return [2, x - length / 2, y - height, x + length / 2, y]


def draw_bus(image, rng, x, y, length):
    """A bus from the side; returns its box."""
    body, height = colour(rng, 60, 240), length * rng.uniform(0.32, 0.42)
    top = y - height
    cv2.rectangle(image, (round(x - length / 2), round(top)), (round(x + length / 2), round(y - length * 0.05)), body, -1)
    count = int(rng.integers(4, 8))
    for i in range(count):
        left = x - length * 0.46 + i * length * 0.92 / count
        cv2.rectangle(image, (round(left), round(top + height * 0.15)), (round(left + length * 0.75 / count), round(top + height * 0.5)), (70, 55, 45), -1)
    draw_wheels(image, (x - 0.32 * length, x + 0.3 * length), y, length * 0.055)
    return [4, x - length / 2, top, x + length / 2, y]


def draw_truck(image, rng, x, y, length):
    """A lorry from the side: cab and box; returns its box."""
    cab, height, flip = colour(rng), length * rng.uniform(0.36, 0.48), rng.choice([-1, 1])
    place = lambda ax, ay, bx, by: ((round(x + flip * ax * length), round(y - ay * height)), (round(x + flip * bx * length), round(y - by * height)))
    cv2.rectangle(image, *place(-0.5, 0.2, 0.2, 1.0), colour(rng, 90, 245), -1)
    cv2.rectangle(image, *place(0.23, 0.15, 0.5, 0.78), cab, -1)
    cv2.rectangle(image, *place(0.36, 0.45, 0.48, 0.72), (70, 55, 45), -1)
    cv2.rectangle(image, *place(-0.48, 0.12, 0.4, 0.2), (40, 40, 40), -1)
    draw_wheels(image, (x - 0.34 * length, x - 0.2 * length, x + flip * 0.36 * length), y, length * 0.065)
    return [5, x - length / 2, y - height, x + length / 2, y]


def draw_cycle(image, rng, x, y, length):
    """A bicycle or motorcycle with its rider; returns both boxes."""
    motor = rng.random() < 0.5
    radius = length * (0.2 if motor else 0.26)
    for side in (-1, 1):
        cv2.circle(image, (round(x + side * (length / 2 - radius)), round(y - radius)), max(1, round(radius * 0.9)), (30, 30, 30), max(1, round(length * (0.09 if motor else 0.04))), cv2.LINE_AA)
    frame, width = colour(rng), max(1, round(length * (0.16 if motor else 0.045)))
    points = np.int32([[x - length / 2 + radius, y - radius], [x - length * 0.05, y - radius * 2], [x + length * 0.25, y - radius * 2.1], [x + length / 2 - radius, y - radius]])
    cv2.polylines(image, [points], False, frame, width, cv2.LINE_AA)
    rider = draw_person(image, rng, x, y - radius * 0.7, length * rng.uniform(0.95, 1.2))
    return [[3 if motor else 1, x - length / 2, y - radius * 2.6, x + length / 2, y], rider]


def ground(rng, width, height):
    """A drawn background (height, width, 3): sky or wall, ground, road, buildings, markings, noise."""
    horizon = int(height * rng.uniform(0.05, 0.55))
    image = np.empty((height, width, 3), np.uint8)
    image[:horizon], image[horizon:] = colour(rng, 60, 240), colour(rng, 40, 190)
    for _ in range(int(rng.integers(0, 7))):
        x, w, h = rng.uniform(0, width), rng.uniform(0.05, 0.3) * width, rng.uniform(0.1, 1) * horizon
        cv2.rectangle(image, (int(x), int(horizon - h)), (int(x + w), horizon), colour(rng, 40, 220), -1)
    road = int(rng.uniform(horizon, height * 0.9))
    if rng.random() < 0.8:
        cv2.rectangle(image, (0, road), (width, int(road + height * rng.uniform(0.1, 0.4))), (int(rng.integers(50, 120)),) * 3, -1)
    for _ in range(int(rng.integers(0, 12))):
        x, y = int(rng.uniform(0, width)), int(rng.uniform(horizon, height))
        cv2.line(image, (x, y), (x + int(rng.integers(-60, 60)), y + int(rng.integers(-6, 6))), colour(rng, 100, 250), int(rng.integers(1, 4)))
    for _ in range(int(rng.integers(0, 5))):
        x, y, r = int(rng.uniform(0, width)), int(rng.uniform(0, height)), int(rng.integers(5, 40))
        cv2.circle(image, (x, y), r, colour(rng, 30, 160), -1, cv2.LINE_AA)
        cv2.rectangle(image, (x - r // 8, y), (x + r // 8, y + 2 * r), colour(rng, 20, 90), -1)
    return image


def draw_scene(rng, width, height, background=None):
    """A scene (height, width, 3) BGR and its boxes (N, 5) [class, x1, y1, x2, y2]; far objects are drawn first."""
    image = ground(rng, width, height) if background is None else background.copy()
    places = sorted(rng.uniform(0.3, 1.0, int(rng.integers(0, 9))) * height)
    boxes = []
    for y in places:
        x, size = rng.uniform(0, width), height * rng.uniform(0.08, 0.5) * (0.4 + y / height)
        kind = rng.choice(["person", "car", "bus", "truck", "cycle"], p=[0.5, 0.25, 0.07, 0.09, 0.09])
        if kind == "person":
            boxes.append(draw_person(image, rng, x, y, size))
        elif kind == "cycle":
            boxes += draw_cycle(image, rng, x, y, size)
        else:
            boxes.append({"car": draw_car, "bus": draw_bus, "truck": draw_truck}[kind](image, rng, x, y, size * 1.4))
    return image, visible(boxes, width, height)


def visible(boxes, width, height):
    """Boxes cut at the picture's edge; those hidden to more than 70 % by the edge or by later ones are left out."""
    rows = np.float32(boxes).reshape(-1, 5)
    area = (rows[:, 3] - rows[:, 1]) * (rows[:, 4] - rows[:, 2])
    rows[:, [1, 3]] = rows[:, [1, 3]].clip(0, width)
    rows[:, [2, 4]] = rows[:, [2, 4]].clip(0, height)
    seen = (rows[:, 3] - rows[:, 1]) * (rows[:, 4] - rows[:, 2])
    for i in range(len(rows)):
        for j in range(i + 1, len(rows)):
            low, high = np.maximum(rows[i, 1:3], rows[j, 1:3]), np.minimum(rows[i, 3:], rows[j, 3:])
            seen[i] -= np.clip(high - low, 0, None).prod() * (rows[j, 0] not in (1, 3))
    return rows[(seen > 0.3 * area) & (rows[:, 3] - rows[:, 1] > 3) & (rows[:, 4] - rows[:, 2] > 3)]
