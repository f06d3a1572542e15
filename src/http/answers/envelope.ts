/** What a route answers with; the server adds the request id (contract section 2.1). */
export interface Answer {
  /** Only for replays of an earlier answer; the request's own id when absent. */
  id?: string;
  object: string;
  status: string;
  data: unknown;
  /** Unix seconds, shown without their fraction; the moment of the answer when absent. */
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

/** `data` that is JSON text already; it goes out as it is. */
export class ReadyJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The success envelope of `answer`. */
export function envelope(requestId: string, wallMs: number, answer: Answer) {
  return { ...headOf(requestId, wallMs, answer), data: answer.data };
}

/** `envelope` as text, around data that is text already. */
export function readyEnvelope(requestId: string, wallMs: number, answer: Answer): string {
  const { id, object, status, created_at: at } = headOf(requestId, wallMs, answer);
  // None of the three has a character that JSON escapes: ids are ours, the others names of the contract.
  return `{"id":"${id}","object":"${object}","status":"${status}","created_at":${at},"data":${(answer.data as ReadyJson).text}}`;
}

function headOf(requestId: string, wallMs: number, answer: Answer) {
  return {
    id: answer.id ?? requestId,
    object: answer.object,
    status: answer.status,
    created_at: Math.floor(answer.createdAt ?? wallMs / 1000),
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
