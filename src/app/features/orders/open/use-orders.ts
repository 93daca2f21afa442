import { useMemo } from 'react'
import { type Intent, isUnresolved } from '../../../../core/domain/intent.ts'
import { type OwnOrders, useOwnOrders } from '../../../model/orders/use-own-orders.ts'
import { type OpenOrderRow, openOrderRows } from '../../../model/orders/open-order-rows.ts'

export interface Orders extends OwnOrders {
  readonly rows: readonly OpenOrderRow[]
  readonly unresolved: readonly Intent[]
}

export function useOrders(): Orders {
  const own = useOwnOrders()
  const { open, sent, intents } = own
  const records = open.data
  return {
    ...own,
    rows: useMemo(() => openOrderRows(records ?? [], sent), [records, sent]),
    unresolved: useMemo(() => intents.filter(intent => isUnresolved(intent)), [intents]),
  }
}
