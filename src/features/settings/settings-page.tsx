import { Page } from '../../ui/panel/page.tsx'
import { MaximiseContext } from '../../ui/panel/pop-out.ts'
import { useReady } from '../../ui/use-ready.ts'
import { AlertsSection } from './alerts-section.tsx'
import { DataSection } from './data-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import { LookSection } from './look-section.tsx'
import { ControlSection } from './control-section.tsx'
import { PracticeSection } from './practice-section.tsx'
import { RecorderSection } from './recorder-section.tsx'
import { SignInSection } from './sign-in/sign-in-section.tsx'
import { VenueSection } from './venue-section.tsx'
import styles from './settings.module.css'

export default function SettingsPage() {
  useReady(true)
  return (
    <Page title="Settings">
      <MaximiseContext value={false}>
        <div className={styles.columns}>
          <SignInSection />
          <VenueSection />
          <PracticeSection />
          <ControlSection />
          <LookSection />
          <AlertsSection />
          <LimitsSection />
          <RecorderSection />
          <DataSection />
        </div>
      </MaximiseContext>
    </Page>
  )
}
