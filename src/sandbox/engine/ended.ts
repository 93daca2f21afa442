/**
 * Orders that ended and refusals, read back from the archive when somebody asks for one: memory gives them up once a snapshot with them is
 * kept. A row is all of an order that a later answer can depend on, and nothing that has ended can change, so the order read back is the
 * one that was.
 */
import type { ClientOrderId } from '../../domain/ids.ts'
import type { Archive } from '../exchange.ts'
import { createRestoring, readOrderRow } from './restore.ts'
import type { Part } from './snapshot.ts'
import type { AccountState, Answered, EndedOrders, State } from './model.ts'
import { accountOf } from './state.ts'

interface Read {
  readonly account: AccountState
  readonly id: ClientOrderId
  readonly answered: Answered
}

export function endedOf(state: State, archive: Archive): EndedOrders {
  const answeredIn = (body: string | undefined): Answered | undefined => (body === undefined ? undefined : readEnded(state, body).answered)
  return {
    order: id => answeredIn(archive.byOrderId(id))?.order,
    answered: (account, id) => answeredIn(archive.byClientOrderId(account.name, id)),
    *traded(account, since) {
      for (const body of archive.traded(account.name, since)) {
        const { order } = readEnded(state, body).answered
        if (order !== undefined) yield order
      }
    },
    *all() {
      for (const body of archive.all()) yield readEnded(state, body)
    },
  }
}

function readEnded(state: State, body: string): Read {
  const part = JSON.parse(body) as Part
  const [row] = 'orders' in part ? part.orders : []
  if (row !== undefined) {
    const { order, answered } = readOrderRow(createRestoring(state), row)
    if (answered !== undefined) return { account: order.account, id: order.client_order_id, answered }
  }
  const [refusal] = 'refusals' in part ? part.refusals : []
  if (refusal === undefined) throw new Error(`the archive holds what is neither an order nor a refusal: ${body.slice(0, 80)}`)
  const [name, id, text, outcome] = refusal
  return { account: accountOf(state, name), id, answered: { text, outcome } }
}
