"""Which pictures may be trained on, which are kept for evaluation, and under what licence."""
import collections
import csv
import json
from pathlib import Path

import numpy as np

TABLE = Path(__file__).with_name("groups.json")  # the groups that gather.py copies

# Picture name prefix or group -> licence, as the data folder's MANIFEST.md states it. Only these are trained on.
TRAINING_LICENCES = {
    "rf_parking": "CC BY 4.0",
    "rf_helmet": "CC BY 4.0",
    "rf_indveh": "CC BY 4.0",
    "rf_person": "CC BY 4.0",
    "rf_pkspace": "CC BY 4.0",
    "rf_farm": "CC BY 4.0",
    "rf_moto": "CC BY 4.0",
    "rf_box": "CC BY 4.0",
    "vid_intel": "CC BY 4.0",
    "vid_gmdcsa": "MIT",
}
TRAINING_CLIPS = {"udacity_lane": "MIT"}

# Scenes never trained on. Clip prefix -> scene name in the tables.
HELD_OUT_CLIPS = {
    "vtest_": "campus (vtest)",
    "aboda_video4": "hall (aboda 4)",
    "ahmetozlu_input": "motorway (ahmetozlu)",
    "ahm_veh": "road (ahm_veh)",
    "ahm_ped": "street (ahm_ped)",
    "pinto_test2": "street (pinto 2)",
    "pinto_test3": "street (pinto 3)",
    "bgs_video": "road (bgs)",
    "eden_traffic": "traffic (eden)",
    "breaking_test": "thermal (breaking)",
    "lux_left": "overhead mono (lux)",
}
HELD_OUT_GROUPS = {"img_coco20": "COCO sample", "img_dusty": "mixed pictures (dusty)"}


def pool_rows(data):
    """Rows (name, path, group, licence or None, scene or None) of the picture pool of folder `data`."""
    rows = []
    with open(Path(data) / "train" / "list.tsv", newline="") as file:
        for name, group, _ in csv.reader(file, delimiter="\t"):
            path = Path(data) / "train" / "pool" / f"{name}.jpg"
            rows.append((name, path, group, licence_of(name, group), scene_of(name, group)))
    return [row for row in rows if row[1].exists()]


def licence_of(name, group):
    """The licence under which a picture may be trained on, or None."""
    clip = next((text for prefix, text in TRAINING_CLIPS.items() if name.startswith(prefix)), None)
    return clip or TRAINING_LICENCES.get(group)


def scene_of(name, group):
    """The evaluation scene a picture belongs to, or None."""
    clip = next((text for prefix, text in HELD_OUT_CLIPS.items() if name.startswith(prefix)), None)
    return clip or HELD_OUT_GROUPS.get(group)


def group_table():
    """Rows of groups.json, as gather.py describes them."""
    return json.loads(TABLE.read_text())


def is_empty(record):
    """True for a picture in which the teachers saw no object of ours; one that they have not looked at is not."""
    return record.get("labelled", True) and not any(box[0] >= 0 for box in record["boxes"])


def picture_weights(records):
    """Weight of every picture in the choice of a view (they sum to 1): a group weighs the square root of its size times its
    `weight` in groups.json (1 where it has none), pictures without objects half."""
    sizes = collections.Counter(r["group"] for r in records)
    factors = {row["group"]: row.get("weight", 1) for row in group_table()}
    seen = [0.5 if is_empty(r) else 1.0 for r in records]
    weight = np.array([factors.get(r["group"], 1) * sizes[r["group"]] ** -0.5 * s for r, s in zip(records, seen)])
    return weight / weight.sum()
