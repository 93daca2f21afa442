/** What the trader means by equity and by a day (`parse-account-choices.ts`): one choice for the header, the title of the page and new alerts, kept in this browser. */
import { createStore, useStore } from '../../api/browser/store.ts'
import { readStored, writeStored } from '../../api/browser/stored.ts'
import { type AccountChoices, parseAccountChoices } from '../../account/parse-account-choices.ts'

const key = 'legwork.portfolio.header'

const choices = createStore(parseAccountChoices(readStored('local', key)))

export function chooseAccount(change: Partial<AccountChoices>): void {
  const next = { ...choices.get(), ...change }
  choices.set(next)
  writeStored('local', key, next)
}

export const useAccountChoices = (): AccountChoices => useStore(choices)
