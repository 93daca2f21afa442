/** Links a journal row to the trades over time of its order. */
import { useCallback, useMemo } from 'react'
import { useFilledOrders } from '../../api/journal/journal-hooks.ts'
import type { JournalRow } from '../../../core/domain/journal-row.ts'
import { lineSearch } from '../../links/overlay-links.ts'
import { useNavigate } from '../../ui/router/use-router.ts'

export type LineOf = (row: Pick<JournalRow, 'client_order_id'>) => (() => void) | undefined

export function useLineOf(): LineOf {
  const navigate = useNavigate()
  const orders = useFilledOrders()
  const filled = useMemo(() => new Set(orders?.map(order => order.client_order_id)), [orders])
  return useCallback(
    ({ client_order_id: id }) =>
      id === undefined || !filled.has(id)
        ? undefined
        : () => navigate({ to: '.', search: before => ({ ...before, ...lineSearch(id) }) }),
    [filled, navigate],
  )
}
