/** The answer of a route; the server adds the request id (contract section 2.1). */
export interface Answer {
  /** The id of the first answer in a replay; the request's own id when absent. */
  id?: string;
  object: string;
  status: string;
  data: unknown;
  /** Unix seconds, rounded down; the present time when absent. */
  createdAt?: number;
}

/** One page of a list as the domains return it. */
export interface PageOf<T> {
  items: readonly T[];
  total: number;
  hasMore: boolean;
  /** Opaque; null on the last page. */
  nextCursor: string | null;
}

/** Returns wall time as the wire has it: whole Unix seconds. */
export function unixSeconds(wallMs: number): number {
  return Math.floor(wallMs / 1000);
}

/** `data` that is JSON text already and goes out unchanged. */
export class ReadyJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Returns the success envelope of `answer`. */
export function envelope(requestId: string, wallMs: number, answer: Answer) {
  return { ...headOf(requestId, wallMs, answer), data: answer.data };
}

/** Returns `envelope` as text, around data that is text already. */
export function readyEnvelope(requestId: string, wallMs: number, answer: Answer): string {
  const { id, object, status, created_at: at } = headOf(requestId, wallMs, answer);
  // None of the three has a character that JSON escapes: the server makes the ids, the contract
  // names the others.
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

/** Returns the answer of a list (decisions section 1). */
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
