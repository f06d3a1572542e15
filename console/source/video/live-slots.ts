import { useEffect, useState } from "preact/hooks";

/** A browser opens six connections to one host; the events and ordinary calls need the others. */
const maxLive = 3;

interface Wish {
  grant: (isGranted: boolean) => void;
  isGranted: boolean;
}

/** Who wants to play, in the order of asking; the first `maxLive` may. */
const wishes: Wish[] = [];

function settle(): void {
  for (const [index, wish] of wishes.entries()) {
    const isGranted = index < maxLive;
    if (wish.isGranted === isGranted) continue;
    wish.isGranted = isGranted;
    wish.grant(isGranted);
  }
}

/**
 * Whether a picture may play now. It asks while `wants`; at most three of the page play at a time, the
 * others show stills until one is let go. `isUrgent` goes before the others.
 */
export function useLiveSlot(wants: boolean, isUrgent = false): boolean {
  const [isGranted, setGranted] = useState(false);
  useEffect(() => {
    if (!wants) return;
    const wish: Wish = { grant: setGranted, isGranted: false };
    if (isUrgent) wishes.unshift(wish);
    else wishes.push(wish);
    settle();
    return () => {
      wishes.splice(wishes.indexOf(wish), 1);
      setGranted(false);
      settle();
    };
  }, [wants, isUrgent]);
  return isGranted;
}
