import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'

/** The databases of this browser are gone. One that is open stays so, for whoever has it. */
export function emptyDatabase(): void {
  globalThis.indexedDB = new IDBFactory()
}
