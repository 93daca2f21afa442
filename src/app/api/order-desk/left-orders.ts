/**
 * Orders that this tab's previous page confirmed but did not record. Sending needs a record, so they were never sent.
 * A duplicated tab starts with copied notes and its original page may still send them, so that page is awaited.
 */
import type { ClientOrderId } from '../../../core/domain/ids.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import type { DeskParts } from './desk-parts.ts'
import type { UncommittedIntent } from './uncommitted.ts'

export interface LeftOrders {
  readonly neverSent: readonly UncommittedIntent[]
  begin(
    left: readonly UncommittedIntent[],
    stored: readonly Intent[],
    parts: Pick<DeskParts, 'store' | 'afterOtherTabs'>,
  ): void
  saidElsewhere(id: ClientOrderId): void
}

export function createLeftOrders(changed: () => void): LeftOrders {
  const said = new Set<string>()
  let neverSent: readonly UncommittedIntent[] = []
  const say = (each: UncommittedIntent): void => {
    if (said.has(each.client_order_id)) return
    neverSent = [...neverSent, each]
    changed()
  }
  return {
    get neverSent() {
      return neverSent
    },
    begin(left, stored, { store, afterOtherTabs }) {
      const recorded = new Set<string>(stored.map(each => each.client_order_id))
      const sayLater = async (each: UncommittedIntent, isFree: Promise<void>): Promise<void> => {
        await isFree
        if (!(await store.all()).some(({ client_order_id: id }) => id === each.client_order_id)) say(each)
      }
      for (const each of left) {
        if (recorded.has(each.client_order_id)) continue
        const isFree = afterOtherTabs(each.client_order_id)
        if (isFree === undefined) say(each)
        // The desk itself reports that records cannot be read.
        else sayLater(each, isFree).catch(() => undefined)
      }
    },
    saidElsewhere: id => void said.add(id),
  }
}
