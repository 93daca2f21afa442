/** A hedge requested by the command line ("hedge vega < 500"), until the view reads it. */
import { createStore } from '../../../api/browser/store.ts'

export const hedgeRequest = createStore<string | undefined>(undefined)

export const hedgeWords = (query: string): string | undefined => /^\s*hedge\s+(\S.*)$/i.exec(query)?.[1]?.trim()
