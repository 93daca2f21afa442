/** The account as the venue reports it. Each visible tab polls for itself, keyed by the session's serial number. */
import type { AnswerOf } from '../../../core/contract/endpoints.ts'
import type { Balance, Position } from '../../../core/domain/account.ts'
import { publishEvidence } from '../evidence/evidence.ts'
import { prefetchResource, type Resource, ingest } from '../polling/resource.ts'
import { shareRows } from '../polling/share-rows.ts'
import { call } from '../venue/client.ts'
import { type AccountSpec, loadedRows, resourceSpecOf, useAccountResource } from './account-resource.ts'

/** A venue may list both sides of a symbol as separate positions. */
const positionKeys = ['symbol', 'side'] as const
const balanceKeys = ['symbol'] as const

const positions: AccountSpec<readonly Position[]> = {
  name: 'positions',
  key: ['positions'],
  async load(options) {
    const loaded = loadedRows(await call('positions', options), answer => answer.positions_response.positions)
    if (loaded.ok && loaded.answer.rejectedRows.length === 0)
      publishEvidence({ kind: 'positions', positions: loaded.answer.data }, options.owner)
    return loaded
  },
  share: (old, fresh) => shareRows(old, fresh, positionKeys),
}

const balances: AccountSpec<readonly Balance[]> = {
  name: 'balances',
  isPushed: true,
  key: ['balances'],
  load: async options => loadedRows(await call('balances', options), answer => answer.balance_response),
  share: (old, fresh) => shareRows(old, fresh, balanceKeys),
}

export const usePositions = (): Resource<readonly Position[]> => useAccountResource(positions)

export const useBalances = (): Resource<readonly Balance[]> => useAccountResource(balances)

/** Feeds a hidden page's sample into the resources, since the page does not poll. For the signed-in account. */
export function ingestAccount(positionsSaid: AnswerOf<'positions'>, balancesSaid: AnswerOf<'balances'>): void {
  const held = loadedRows({ ok: true, answer: positionsSaid }, answer => answer.positions_response.positions)
  const cash = loadedRows({ ok: true, answer: balancesSaid }, answer => answer.balance_response)
  if (held.ok) ingest(resourceSpecOf(positions), held.answer)
  if (cash.ok) ingest(resourceSpecOf(balances), cash.answer)
}

export async function prefetchAccount(): Promise<void> {
  await Promise.all([prefetchResource(resourceSpecOf(positions)), prefetchResource(resourceSpecOf(balances))])
}
