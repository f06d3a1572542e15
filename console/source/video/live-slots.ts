import { useEffect, useState } from "preact/hooks";

/** What plays over: a WebSocket, or one of the browser's connections where WebSockets are barred. */
export type LiveKind = "socket" | "answer";

/**
 * How many of the page play at a time. Over WebSockets: a wall of sixteen, which fits into a key's places on
 * the box; a second page of the key shows stills beyond them. Answers: a browser opens six connections to one host, and events and calls need the others.
 */
const maxLive: Readonly<Record<LiveKind, number>> = { socket: 16, answer: 3 };

interface Wish {
  kind: LiveKind;
  grant: (isGranted: boolean) => void;
  isGranted: boolean;
}

/** Who wants to play, in the order of asking; of each kind the first may. */
const wishes: Wish[] = [];

function settle(): void {
  const granted = { socket: 0, answer: 0 };
  for (const wish of wishes) {
    const isGranted = granted[wish.kind] < maxLive[wish.kind];
    if (isGranted) granted[wish.kind] += 1;
    if (wish.isGranted === isGranted) continue;
    wish.isGranted = isGranted;
    wish.grant(isGranted);
  }
}

/**
 * Whether a picture may play now. It asks while `wants`; beyond the bound of its kind it shows stills until
 * another is let go. `isUrgent` goes before the others.
 */
export function useLiveSlot(
  wants: boolean,
  { kind, isUrgent = false }: { kind: LiveKind; isUrgent?: boolean | undefined },
): boolean {
  const [isGranted, setGranted] = useState(false);
  useEffect(() => {
    if (!wants) return;
    const wish: Wish = { kind, grant: setGranted, isGranted: false };
    if (isUrgent) wishes.unshift(wish);
    else wishes.push(wish);
    settle();
    return () => {
      wishes.splice(wishes.indexOf(wish), 1);
      setGranted(false);
      settle();
    };
  }, [wants, kind, isUrgent]);
  return isGranted;
}
