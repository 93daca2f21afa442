/** Storage quota of this page, and whether the browser may evict it. */

export interface StorageSpace {
  readonly usedBytes: number | undefined
  readonly roomBytes: number | undefined
  readonly isPersistent: boolean | undefined
}

/** Absent on plain http and in older browsers, despite its type. */
const manager = (): Partial<StorageManager> => (navigator as { readonly storage?: StorageManager }).storage ?? {}

export async function readStorageSpace(): Promise<StorageSpace> {
  const storage = manager()
  const estimate = await storage.estimate?.()
  return { usedBytes: estimate?.usage, roomBytes: estimate?.quota, isPersistent: await storage.persisted?.() }
}

export const askForPersistence = async (): Promise<boolean> => (await manager().persist?.()) ?? false
