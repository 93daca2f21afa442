/** What the trader means by equity and by a day (`parse-account-choices.ts`): one choice for the header, the title of the page and new alerts, kept in this browser. */
import { createSetting } from '../../api/browser/setting.ts'
import { useStore } from '../../api/browser/store.ts'
import { type AccountChoices, parseAccountChoices } from '../../account/parse-account-choices.ts'

const choices = createSetting('local', 'legwork.portfolio.header', parseAccountChoices)

export function chooseAccount(change: Partial<AccountChoices>): void {
  choices.set({ ...choices.get(), ...change })
}

export const useAccountChoices = (): AccountChoices => useStore(choices)
