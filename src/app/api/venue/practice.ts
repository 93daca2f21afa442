/** The in-browser exchange, if the page has one (the demo): its state, and actions of its owner. */
import { createStore, useStore } from '../browser/store.ts'

export interface Practice {
  readonly ended: string | undefined
  exportText(): Promise<string>
  reset(): Promise<void>
}

export const practiceFile = async (from: Practice): Promise<Blob> =>
  new Blob([await from.exportText()], { type: 'application/json' })
export const practiceFileName = 'legwork-practice-exchange.json'

const practice = createStore<Practice | undefined>(undefined)

export const setPractice = (next: Practice): void => practice.set(next)
export const usePractice = (): Practice | undefined => useStore(practice)
