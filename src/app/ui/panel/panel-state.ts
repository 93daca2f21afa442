/**
 * States of a panel besides ready: waiting, failed, empty, stale, last known. Last known data is from an earlier visit
 * and cannot be acted on. A failed resource without data is never shown as empty.
 */
import type { ReactNode } from 'react'

export type PanelState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'waiting'; readonly label?: string | undefined }
  | {
      readonly kind: 'failed'
      readonly title: string
      readonly detail?: string | undefined
      readonly retry?: (() => void) | undefined
    }
  | {
      readonly kind: 'empty'
      readonly title: string
      readonly detail?: string | undefined
      readonly action?: ReactNode
    }
  | {
      readonly kind: 'last'
      readonly agoMs: () => number | undefined
      readonly detail?: string | undefined
    }
  | {
      readonly kind: 'stale'
      readonly agoMs: () => number | undefined
      readonly detail?: string | undefined
      readonly retry?: (() => void) | undefined
    }

export interface ResourceLike {
  readonly status: 'waiting' | 'failed' | 'ready'
  readonly freshness: 'live' | 'delayed' | 'stale' | 'unknown'
  readonly receivedAgoMs: () => number | undefined
  readonly fault?: { readonly message: string } | undefined
  readonly rejectedRows?: readonly { readonly path: string; readonly message: string }[] | undefined
  readonly refetch: () => unknown
}

export interface PanelStateOptions {
  readonly what: string
  /** Data of an earlier visit, shown until newer data arrives or while none of its rows can be read. */
  readonly last?: { readonly agoMs: () => number | undefined } | undefined
  readonly empty?:
    | { readonly title: string; readonly detail?: string | undefined; readonly action?: ReactNode }
    | false
    | undefined
}

/** Panel state of a resource. If several apply: last known, then waiting or failed, then stale, then empty. */
export function panelStateOf(resource: ResourceLike, { what, last, empty = false }: PanelStateOptions): PanelState {
  const unread = unreadText(what, resource.rejectedRows?.length ?? 0)
  if (last !== undefined) return { kind: 'last', agoMs: last.agoMs, detail: resource.fault?.message ?? unread }
  const retry = (): void => void resource.refetch()
  if (resource.status === 'waiting') return { kind: 'waiting', label: `Loading ${what}` }
  if (resource.status === 'failed')
    return { kind: 'failed', title: `Could not load ${what}`, detail: resource.fault?.message, retry }
  if (resource.freshness === 'stale' || resource.freshness === 'unknown')
    return { kind: 'stale', agoMs: resource.receivedAgoMs, detail: resource.fault?.message, retry }
  if (empty === false) return { kind: 'ready' }
  // Rows that could not be read are not an empty list.
  const [first] = resource.rejectedRows ?? []
  if (first === undefined || unread === undefined) return { kind: 'empty', ...empty }
  return { kind: 'failed', title: unread, detail: `${first.path}: ${first.message}`, retry }
}

function unreadText(what: string, count: number): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? `The one row of ${what} could not be read` : `None of the ${count} rows of ${what} could be read`
}
