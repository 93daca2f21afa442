/** Room that the browser gives this page, and whether it may clear what is saved. */

export interface StorageSpace {
  /** Undefined where the browser does not tell. */
  readonly usedBytes: number | undefined
  readonly roomBytes: number | undefined
  readonly isPersistent: boolean | undefined
}

/** Absent on plain http and in older browsers, whatever its type says. */
const manager = (): Partial<StorageManager> => (navigator as { readonly storage?: StorageManager }).storage ?? {}

export async function readStorageSpace(): Promise<StorageSpace> {
  const storage = manager()
  const estimate = await storage.estimate?.()
  return { usedBytes: estimate?.usage, roomBytes: estimate?.quota, isPersistent: await storage.persisted?.() }
}

/** True where the browser promises to keep it. */
export const askForPersistence = async (): Promise<boolean> => (await manager().persist?.()) ?? false
