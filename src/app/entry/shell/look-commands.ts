import type { Command } from '../../ui/commands/command.ts'
import { showToast } from '../../ui/controls/toasts.ts'
import { toggleAmounts } from '../../ui/format/privacy.ts'
import { nextUnits, unitLabels } from '../../ui/order/package-price.tsx'
import type { Preferences } from '../../ui/theme/theme-choice.ts'
import { setPreferences } from '../../ui/theme/preferences.ts'

const group = 'Everywhere'

export function lookCommands({ amounts, timeZone, density, theme }: Preferences): readonly Command[] {
  return [
    {
      id: 'app.privacy',
      name: amounts === 'hidden' ? 'Show amounts' : 'Hide amounts',
      group,
      keys: 'privacy',
      run: toggleAmounts,
    },
    {
      id: 'app.units',
      name: 'Package prices: per package, per unit, total',
      group,
      keys: 'units',
      run: () => void showToast({ tone: 'neutral', title: `Package prices shown ${unitLabels[nextUnits()]}` }),
    },
    {
      id: 'app.zone',
      name: timeZone === 'utc' ? 'Show times in local time' : 'Show times in UTC',
      group,
      run: () => setPreferences({ timeZone: timeZone === 'utc' ? 'local' : 'utc' }),
    },
    {
      id: 'app.density',
      name: density === 'compact' ? 'Comfortable rows' : 'Compact rows',
      group,
      run: () => setPreferences({ density: density === 'compact' ? 'normal' : 'compact' }),
    },
    {
      id: 'app.theme',
      name: theme === 'light' ? 'Dark theme' : 'Light theme',
      group,
      run: () => setPreferences({ theme: theme === 'light' ? 'dark' : 'light' }),
    },
  ]
}
