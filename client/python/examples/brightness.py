"""Prints the mean brightness of a camera's pictures, one per second: python3 brightness.py gate"""

import os
import sys

from gatehouse import Gatehouse
from gatehouse.pictures import live

box = Gatehouse(os.environ["GATEHOUSE_URL"], os.environ["GATEHOUSE_KEY"])
for picture in live(box, sys.argv[1], fps=1):
    print(picture.shape, round(float(picture.mean()), 1), flush=True)
