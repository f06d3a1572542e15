/** Returns `work` limited to `atOnce` calls at a time; further calls wait in order. */
export function limited<A, R>(
  atOnce: number,
  work: (argument: A) => Promise<R>,
): (argument: A) => Promise<R> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (argument) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work(argument);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
