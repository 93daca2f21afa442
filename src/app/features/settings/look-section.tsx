import { serverNowMs } from '../../api/venue/clock.ts'
import { Button } from '../../ui/controls/button.tsx'
import { startTour } from '../../ui/tour/tour-store.ts'
import type { Preferences } from '../../ui/theme/theme-choice.ts'
import type { Option } from '../../ui/controls/option.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import { PreferenceChoice } from './preference-choice.tsx'
import styles from './settings.module.css'

const themes: readonly Option<Preferences['theme']>[] = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'system', label: 'System' },
]
const palettes: readonly Option<Preferences['palette']>[] = [
  { value: 'default', label: 'Green and red' },
  { value: 'colour-blind', label: 'Blue and orange' },
  { value: 'red-up', label: 'Red up / green down' },
]
const densities: readonly Option<Preferences['density']>[] = [
  { value: 'normal', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
]
const zones: readonly Option<Preferences['timeZone']>[] = [
  { value: 'utc', label: 'UTC' },
  { value: 'local', label: 'Local' },
]

const unitChoices: readonly Option<Preferences['units']>[] = [
  { value: 'package', label: 'Per package' },
  { value: 'unit', label: 'Per unit', hint: 'Of the first leg' },
  { value: 'total', label: 'In total' },
]
const secrecy: readonly Option<Preferences['amounts']>[] = [
  { value: 'shown', label: 'Shown' },
  { value: 'hidden', label: 'Hidden' },
]

export function LookSection() {
  return (
    <Panel title="Appearance" padded>
      <div className={styles.stack}>
        <PreferenceChoice of="theme" label="Theme" options={themes} />
        <PreferenceChoice of="palette" label="P&L colours" options={palettes} />
        <PreferenceChoice of="density" label="Density" options={densities} />
        <PreferenceChoice of="timeZone" label="Time zone" options={zones} />
        <PreferenceChoice of="units" label="Package price" options={unitChoices} />
        <PreferenceChoice of="amounts" label="Amounts" options={secrecy} />
        <p className={styles.note}>
          Hidden amounts: money and sizes read ••• on every screen, in charts and notices; percentages and market prices
          stay, and so does what you type and review.
        </p>
        <p className={styles.note}>
          Letters, signs and shapes carry the meaning too: no figure depends on colour alone.
        </p>
        <div className={styles.keyActions}>
          <Button size="sm" onClick={() => startTour(serverNowMs())}>
            Take the tour
          </Button>
        </div>
      </div>
    </Panel>
  )
}
