/** The account as the venue reports it. Each visible tab polls for itself, keyed by the session's serial number. */
import type { AnswerOf } from '../../../core/contract/endpoints.ts'
import type { Balance, Position } from '../../../core/domain/account.ts'
import { publishEvidence } from '../evidence/evidence.ts'
import { pollRowsOf } from '../polling/endpoint-resource.ts'
import { prefetchResource, type Resource, ingest } from '../polling/resource.ts'
import { type AccountSpec, accountSpecOf, useAccountResource } from './account-resource.ts'

// A venue may list both sides of a symbol as separate positions.
const positionRows = pollRowsOf('positions', answer => answer.positions_response.positions, ['symbol', 'side'])
const positions: AccountSpec<readonly Position[]> = {
  ...positionRows,
  async load(options) {
    const loaded = await positionRows.load(options)
    if (loaded.ok && loaded.answer.rejectedRows.length === 0)
      publishEvidence({ kind: 'positions', positions: loaded.answer.data }, options.owner)
    return loaded
  },
}

const balanceRows = pollRowsOf('balances', answer => answer.balance_response, ['symbol'])
const balances: AccountSpec<readonly Balance[]> = { ...balanceRows, isPushed: true }

export const usePositions = (): Resource<readonly Position[]> => useAccountResource(positions)

export const useBalances = (): Resource<readonly Balance[]> => useAccountResource(balances)

/** Feeds a hidden page's sample into the resources, since the page does not poll. For the signed-in account. */
export function ingestAccount(positionsSaid: AnswerOf<'positions'>, balancesSaid: AnswerOf<'balances'>): void {
  ingest(accountSpecOf(positions), positionRows.read(positionsSaid))
  ingest(accountSpecOf(balances), balanceRows.read(balancesSaid))
}

export async function prefetchAccount(): Promise<void> {
  await Promise.all([prefetchResource(accountSpecOf(positions)), prefetchResource(accountSpecOf(balances))])
}
