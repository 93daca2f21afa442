/** Room that the browser gives this page, and whether it may clear what is kept. */

export interface KeptSpace {
  /** Undefined where the browser does not tell. */
  readonly usedBytes: number | undefined
  readonly roomBytes: number | undefined
  readonly isPersistent: boolean | undefined
}

/** Absent on plain http and in older browsers, whatever its type says. */
const manager = (): Partial<StorageManager> => (navigator as { readonly storage?: StorageManager }).storage ?? {}

export async function readKeptSpace(): Promise<KeptSpace> {
  const storage = manager()
  const estimate = await storage.estimate?.()
  return { usedBytes: estimate?.usage, roomBytes: estimate?.quota, isPersistent: await storage.persisted?.() }
}

/** True where the browser promises to keep it. */
export const askToKeep = async (): Promise<boolean> => (await manager().persist?.()) ?? false
