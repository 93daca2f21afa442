import { createStore, useStore } from '../browser/store.ts'

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export type RecorderState =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  /** It does not follow this account, or this token may not read it. */
  | { readonly kind: 'not_recorded' }
  /** It has accounts under other names; the trader chooses which one this is, if any. */
  | { readonly kind: 'to_choose'; readonly names: readonly string[]; readonly choose: (name: string) => void }
  | { readonly kind: 'failed'; readonly text: string; readonly sinceMs: number }
  | {
      readonly kind: 'followed'
      readonly name: string
      readonly forget: (() => void) | undefined
      readonly isFollowed: boolean
      readonly covered: readonly Span[]
      readonly takenAtMs: number
      readonly mayWriteNotes: boolean
    }

export const recorderState = createStore<RecorderState>({ kind: 'none' })
export const useRecorderState = (): RecorderState => useStore(recorderState)
