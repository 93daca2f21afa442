/**
 * Small settings in web storage. If the browser stores nothing (private windows, policy), the page works without them.
 */

type Kind = 'local' | 'tab'

function storageOf(kind: Kind): Storage | undefined {
  try {
    return kind === 'local' ? globalThis.localStorage : globalThis.sessionStorage
  } catch {
    return undefined
  }
}

/**
 * The parsed JSON under `key`; undefined if absent. A text that is not JSON counts as absent, unless `damaged` handles
 * it.
 */
export function readStored(kind: Kind, key: string, damaged: (text: string) => unknown = () => undefined): unknown {
  const text = storageOf(kind)?.getItem(key)
  if (text === null || text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return damaged(text)
  }
}

export function writeStored(kind: Kind, key: string, value: unknown): boolean {
  const storage = storageOf(kind)
  if (storage === undefined) return false
  try {
    if (value === undefined) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
