import type { ClientOrderId } from '../../../core/domain/ids.ts'
import { type Intent, isUnresolved } from '../../../core/domain/intent.ts'
import { dayMs } from '../../../core/domain/time.ts'

const retainedMs = 7 * dayMs

/**
 * Ids of settled orders older than a week. `nowMs` is the venue's: this machine's clock may be days off, which would
 * delete today's orders.
 */
export const outdated = (all: readonly Intent[], nowMs: number): readonly ClientOrderId[] =>
  all.flatMap(each => (isUnresolved(each) || each.createdAtMs >= nowMs - retainedMs ? [] : [each.client_order_id]))
