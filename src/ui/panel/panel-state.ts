/**
 * The states of a panel, beside being ready: waiting, failed, empty, stale, and last known. Stale shows what there is, dimmed and with its age; so does
 * last known, of an earlier look, which nothing can be done with; the others stand in its place. Nothing that lies: a failed resource without data is never drawn as an empty one.
 */
import type { ReactNode } from 'react'

export type PanelState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'waiting'; readonly label?: string | undefined }
  | { readonly kind: 'failed'; readonly title: string; readonly detail?: string | undefined; readonly retry?: (() => void) | undefined }
  | { readonly kind: 'empty'; readonly title: string; readonly detail?: string | undefined; readonly action?: ReactNode }
  | {
      readonly kind: 'last'
      readonly agoMs: () => number | undefined
      /** Why there is nothing newer, where that is known. */
      readonly detail?: string | undefined
    }
  | {
      readonly kind: 'stale'
      readonly agoMs: () => number | undefined
      readonly detail?: string | undefined
      readonly retry?: (() => void) | undefined
    }

/** What a panel's state needs to know of something fetched. */
export interface ResourceLike {
  readonly status: 'waiting' | 'failed' | 'ready'
  readonly freshness: 'live' | 'delayed' | 'stale' | 'unknown'
  readonly receivedAgoMs: () => number | undefined
  readonly fault?: { readonly message: string } | undefined
  /** Rows that could not be read. */
  readonly setAside?: readonly { readonly path: string; readonly message: string }[] | undefined
  readonly refetch: () => unknown
}

export interface PanelStateOptions {
  /** What is fetched, in the plural: "positions". */
  readonly what: string
  /** What was last known of it, which stands in until there is something newer: while nothing came, or no row of what came could be read. */
  readonly last?: { readonly agoMs: () => number | undefined } | undefined
  /** Given while there is nothing to show. */
  readonly empty?: { readonly title: string; readonly detail?: string | undefined; readonly action?: ReactNode } | false | undefined
}

/** Panel state of a resource; what was last known goes before waiting and failed, these before stale, stale before empty. */
export function panelStateOf(resource: ResourceLike, { what, last, empty = false }: PanelStateOptions): PanelState {
  const unread = unreadText(what, resource.setAside?.length ?? 0)
  if (last !== undefined) return { kind: 'last', agoMs: last.agoMs, detail: resource.fault?.message ?? unread }
  const retry = (): void => void resource.refetch()
  if (resource.status === 'waiting') return { kind: 'waiting', label: `Loading ${what}` }
  if (resource.status === 'failed') return { kind: 'failed', title: `Could not load ${what}`, detail: resource.fault?.message, retry }
  if (resource.freshness === 'stale' || resource.freshness === 'unknown')
    return { kind: 'stale', agoMs: resource.receivedAgoMs, detail: resource.fault?.message, retry }
  if (empty === false) return { kind: 'ready' }
  // Only the venue says that there is nothing: rows that could not be read are something.
  const [first] = resource.setAside ?? []
  if (first === undefined || unread === undefined) return { kind: 'empty', ...empty }
  return { kind: 'failed', title: unread, detail: `${first.path}: ${first.message}`, retry }
}

function unreadText(what: string, count: number): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? `The one row of ${what} could not be read` : `None of the ${count} rows of ${what} could be read`
}
