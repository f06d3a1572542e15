/** Selects a part of a list: `after` is a cursor that an earlier page gave. */
export interface PageRequest {
  limit: number;
  offset: number;
  after?: string | undefined;
}

/** One part of a list. */
export interface Page<T> {
  items: T[];
  total: number;
  hasMore: boolean;
  nextCursor: string | null;
}
