/** The trader's definition of equity and of a day (`parse-account-choices.ts`), stored in this browser. */
import { createSetting } from '../../api/browser/setting.ts'
import { useStore } from '../../api/browser/store.ts'
import { type AccountChoices, parseAccountChoices } from '../../../core/account/parse-account-choices.ts'

const choices = createSetting('local', 'legwork.portfolio.header', parseAccountChoices)

export function chooseAccount(change: Partial<AccountChoices>): void {
  choices.set({ ...choices.get(), ...change })
}

export const useAccountChoices = (): AccountChoices => useStore(choices)
