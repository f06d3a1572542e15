"""Difference hashes: which pictures are copies of another, scaled, stretched, compressed again or mirrored."""
import cv2
import numpy as np

TWIN = 2  # bits of 64 up to which two training pictures are the same picture
LEAK = 8  # bits up to which a training picture is too like one kept for evaluation


def difference_hash(image):
    """Eight bytes (uint8) of a BGR or grey picture: is each of 8 x 8 cells brighter than the one to its left."""
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (9, 8), interpolation=cv2.INTER_AREA).astype(np.int16)
    return np.packbits(small[:, 1:] > small[:, :-1])


class Hashes:
    """Hashes of pictures, each with its mirror image; `nearest` says how many bits of 64 differ at least."""

    def __init__(self):
        self.rows, self.count = np.zeros((1024, 8), np.uint8), 0

    def add(self, image):
        """Takes a picture in."""
        for view in (image, image[:, ::-1]):
            if self.count == len(self.rows):
                self.rows = np.concatenate([self.rows, np.zeros((1 + self.count, 8), np.uint8)])
            self.rows[self.count] = difference_hash(view)
            self.count += 1

    def join(self, other):
        """Takes in the pictures of another Hashes."""
        self.rows = np.concatenate([self.rows[: self.count], other.rows[: other.count]])
        self.count = len(self.rows)

    def nearest(self, image):
        """Bits between `image` and the most alike picture taken in; 64 where there is none."""
        if not self.count:
            return 64
        return int(np.unpackbits(self.rows[: self.count] ^ difference_hash(image), axis=1).sum(1).min())
