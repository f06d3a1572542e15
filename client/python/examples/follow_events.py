"""Prints incidents as they happen, and goes on where it was after a restart: python3 follow_events.py position.txt"""

import asyncio
import os
import sys
from pathlib import Path

from gatehouse import AsyncGatehouse


async def main(position: Path) -> None:
    box = AsyncGatehouse(os.environ["GATEHOUSE_URL"], os.environ["GATEHOUSE_KEY"])
    last = position.read_text() if position.exists() else None
    async for event in box.surveillance.follow_surveillance_events(last_event_id=last):
        print(event.id, event.type, event.data, flush=True)
        if event.id is not None:
            position.write_text(event.id)


asyncio.run(main(Path(sys.argv[1])))
