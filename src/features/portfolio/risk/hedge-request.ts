/** A hedge that the command line asked for ("hedge vega < 500"), until the view has read it. */
import { createStore } from '../../../api/browser/store.ts'

export const hedgeRequest = createStore<string | undefined>(undefined)

/** What follows the word; undefined where it is no request for a hedge. */
export const hedgeWords = (query: string): string | undefined => /^\s*hedge\s+(\S.*)$/i.exec(query)?.[1]?.trim()
