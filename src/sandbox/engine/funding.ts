/** A client's account is opened: funded from the treasury, and the demo account with a starter book. */
import { type Decimal, dec } from '../../domain/decimal.ts'
import { demoAccount, isAccountName } from '../exchange.ts'
import { transfer } from './ledger.ts'
import { buyStarterBook } from './starter-book.ts'
import type { State } from './model.ts'
import { accountOf, addAccount, house } from './state.ts'

const funds: readonly (readonly [asset: string, amount: Decimal])[] = [
  ['USD', dec('1000000')],
  ['BTC', dec('10')],
  ['ETH', dec('100')],
  ['SOL', dec('1000')],
  ['AVAX', dec('1000')],
  ['PTF', dec('100000')],
]

/** Opening an account again changes nothing. Throws for a name that is not a client's. */
export function openAccount(state: State, name: string): void {
  if (state.accounts.has(name)) return
  if (!isAccountName(name)) throw new Error(`not a name for an account: ${name}`)
  const account = addAccount(state, name, false)
  for (const [asset, amount] of funds) transfer(state, accountOf(state, house.treasury), account, asset, amount)
  if (name === demoAccount) buyStarterBook(state, account)
}
