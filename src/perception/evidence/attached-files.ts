/** A file of another part of the box that belongs to an incident. */
export interface AttachedFile {
  /** Its name in an archive. */
  name: string;
  assetId: string;
}

type FilesOf = (org: string, incidentId: string) => readonly AttachedFile[];

/** Files that other parts of the box add to incidents, such as recordings of robots. */
export class AttachedFiles {
  readonly #sources: FilesOf[] = [];

  /** From now on these belong to incidents too. */
  provide(source: FilesOf): void {
    this.#sources.push(source);
  }

  of(org: string, incidentId: string): AttachedFile[] {
    return this.#sources.flatMap((source) => source(org, incidentId));
  }
}
