import type { Store, StoreKey, StoreReader } from "../../base/core/store.ts";
import type { LearntCamera } from "../core/learnt.ts";
import type { CameraLesson } from "./learn-camera.ts";

/** The result of one learning, as stored. */
export interface LearntRecord {
  v: 1;
  atMs: number;
  modelName: string;
  lessons: CameraLesson[];
}

/** Lessons with the names of their cameras. */
export interface LearntLessons {
  record: LearntRecord;
  /** Returns the name of a camera for people. */
  nameOf(streamId: string): string;
}

const currentKey = (org: string): StoreKey => [org, "learnt", "current"];
const previousKey = (org: string): StoreKey => [org, "learnt", "previous"];

/** The lessons in force; undefined before the first and after an undo of it. */
export function currentLessons(store: StoreReader, org: string): LearntRecord | undefined {
  return store.get<LearntRecord>(currentKey(org));
}

/** The lesson in force of one camera; null without one. */
export function lessonOf(store: StoreReader, org: string, streamId: string): LearntCamera | null {
  const lessons = currentLessons(store, org)?.lessons;
  return lessons?.find((one) => one.streamId === streamId)?.learnt ?? null;
}

/** Puts `record` in force; what was in force is kept for one undo. Rejects like `Store.transact`. */
export async function adoptLessons(store: Store, org: string, record: LearntRecord): Promise<void> {
  await store.transact((tx) => {
    const current = currentLessons(tx, org);
    if (current) tx.put(previousKey(org), current);
    tx.put(currentKey(org), record);
  });
}

/** Puts back what was in force before the last learning, or nothing; false where nothing is in force. */
export async function undoLessons(store: Store, org: string): Promise<boolean> {
  return await store.transact((tx) => {
    if (!currentLessons(tx, org)) return false;
    const previous = tx.get<LearntRecord>(previousKey(org));
    tx.remove(previousKey(org));
    if (previous) tx.put(currentKey(org), previous);
    else tx.remove(currentKey(org));
    return true;
  });
}
