/** The exchange in this browser, where the page brought one with it (the demo): its state, and what only its owner may do with it. */
import { createStore, useStore } from '../browser/store.ts'

export interface Practice {
  /** Why it cannot go on, in words for the user; undefined while it does. */
  readonly ended: string | undefined
  /** All that is stored of it, as JSON text. */
  exportText(): Promise<string>
  /** Deletes it; every tab loads again when it is gone. */
  reset(): Promise<void>
}

/** Its export, for the browser to save. */
export const practiceFile = async (from: Practice): Promise<Blob> => new Blob([await from.exportText()], { type: 'application/json' })
export const practiceFileName = 'legwork-practice-exchange.json'

const practice = createStore<Practice | undefined>(undefined)

export const setPractice = (next: Practice): void => practice.set(next)
/** undefined where a server brings the exchange. */
export const usePractice = (): Practice | undefined => useStore(practice)
