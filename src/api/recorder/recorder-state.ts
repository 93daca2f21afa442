/** What this page knows of the recorder behind its server, for screens. */
import { createStore, useStore } from '../browser/store.ts'

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export type RecorderState =
  /** The server tells of none, or nobody is signed in. */
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  /** There is one, and it does not follow this account, or does not tell this token. */
  | { readonly kind: 'not_recorded' }
  /** It tells this token of accounts of other names than the one signed in to: which of them is that one, if any, is the trader's word. */
  | { readonly kind: 'to_choose'; readonly names: readonly string[]; readonly choose: (name: string) => void }
  | { readonly kind: 'failed'; readonly text: string; readonly sinceMs: number }
  | {
      readonly kind: 'followed'
      /** What the recorder calls the account. */
      readonly name: string
      /** Takes the trader's word back, where the name is another one. */
      readonly forget: (() => void) | undefined
      /** Is a recorder writing now? */
      readonly isFollowed: boolean
      /** When it saw the account, by rising time. */
      readonly covered: readonly Span[]
      /** Up to when this browser has what it saw. */
      readonly takenAtMs: number
      readonly mayWriteNotes: boolean
    }

export const recorderState = createStore<RecorderState>({ kind: 'none' })
export const useRecorderState = (): RecorderState => useStore(recorderState)
