"""Analyses one picture: GATEHOUSE_URL=… GATEHOUSE_KEY=svk_… python3 analyse_picture.py yard.jpg"""

import base64
import os
import sys

from gatehouse import Gatehouse

box = Gatehouse(os.environ["GATEHOUSE_URL"], os.environ["GATEHOUSE_KEY"])
with open(sys.argv[1], "rb") as file:
    picture = base64.b64encode(file.read()).decode()

accepted = box.surveillance.create_stream(
    {
        "input": {"data": picture},
        "context": {"zones": {"all": {"xyxy": [0, 0, 1, 1]}}},
        "behaviors": [{"type": "intrusion", "zone": "all"}],
    }
)
job = box.jobs.wait(accepted.data["job_id"], timeout=60)
print(job["status"], job["payload"].get("output"))
