/** What a route answers with; the server adds the request id (contract section 2.1). */
export interface Answer {
  /** Only for replays of an earlier answer; the request's own id when absent. */
  id?: string;
  object: string;
  status: string;
  data: unknown;
  /** Unix seconds; the moment of the answer when absent. */
  createdAt?: number;
}

/** One page of a list as the domains hand it out. */
export interface PageOf<T> {
  items: readonly T[];
  total: number;
  hasMore: boolean;
  /** Opaque; null on the last page. */
  nextCursor: string | null;
}

/** Wall time as the wire shows it: Unix seconds, whole. */
export function unixSeconds(wallMs: number): number {
  return Math.floor(wallMs / 1000);
}

/** The success envelope of `answer`. */
export function envelope(requestId: string, wallMs: number, answer: Answer) {
  return {
    id: answer.id ?? requestId,
    object: answer.object,
    status: answer.status,
    created_at: answer.createdAt ?? unixSeconds(wallMs),
    data: answer.data,
  };
}

/** A list answer (decisions section 1). */
export function listAnswer<T>(page: PageOf<T>): Answer {
  return {
    object: "list",
    status: "ok",
    data: {
      object: "list",
      data: page.items,
      has_more: page.hasMore,
      total: page.total,
      next_cursor: page.nextCursor,
    },
  };
}
