/** What can be done with a row of the open orders: amend, copy, reverse, cancel. A copy and a reverse are drafts of their own: nothing is sent by them. */
import { opposite, type Side } from '../../../domain/order.ts'
import { builderSearch } from '../../../links/builder-link.ts'
import type { RowMenuItem } from '../../../ui/grid/data-grid-props.ts'
import { useNavigate } from '../../../ui/router/use-router.ts'
import { type Amendable, amendable, type OpenOrderRow } from './open-order-rows.ts'

interface OrderMenuInputs {
  /** Undefined where the venue cannot cancel. */
  readonly amend: ((order: Amendable) => void) | undefined
  readonly cancel: ((row: OpenOrderRow) => void) | undefined
  readonly open: (row: OpenOrderRow) => void
}

export function useOrderMenu({ amend, cancel, open }: OrderMenuInputs): (row: OpenOrderRow) => readonly RowMenuItem[] {
  const navigate = useNavigate()
  const draft = (row: OpenOrderRow, side: Side, withPrice: boolean): void => {
    const { legs, quantity, price } = row
    navigate({ to: '/build', search: builderSearch({ legs, side, quantity, mode: 'firm', price: withPrice ? price : undefined }) })
  }
  return row => {
    const { side } = row
    const order = amendable(row)
    return [
      ...(amend === undefined
        ? []
        : [{ id: 'amend', label: 'Amend…', enabled: order !== undefined, run: () => order !== undefined && amend(order) }]),
      { id: 'copy', label: 'Copy into the builder', enabled: side !== undefined, run: () => side !== undefined && draft(row, side, true) },
      // A price of its own is of the old side.
      {
        id: 'reverse',
        label: 'Reverse in the builder',
        enabled: side !== undefined,
        run: () => side !== undefined && draft(row, opposite(side), false),
      },
      ...(cancel === undefined ? [] : [{ id: 'cancel', label: 'Cancel…', run: () => cancel(row) }]),
      { id: 'details', label: 'Details', run: () => open(row) },
    ]
  }
}
