import { Page } from '../../ui/panel/page.tsx'
import { MaximiseContext } from '../../ui/panel/pop-out.ts'
import { useReady } from '../../ui/use-ready.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useVenue } from '../../api/venue/venue.ts'
import { servesApprovals } from '../../api/approval/approvals.ts'
import { setAlertSettings, useAlertSettings } from '../../api/alerts/alert-settings.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Banner } from '../../ui/controls/banner.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import { alertSearch } from '../../links/alerts-link.ts'
import styles from './settings.module.css'
import { Link } from '../../ui/router/link.tsx'
import { useAddress } from '../../ui/router/use-router.ts'
import { DataSection } from './data-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import { LookSection } from './look-section.tsx'
import { ControlSection } from './control-section.tsx'
import { PracticeSection } from './practice-section.tsx'
import { RecorderSection } from './recorder-section.tsx'
import { SignInSection } from './sign-in/sign-in-section.tsx'
import { VenueSection } from './venue-section.tsx'

const ApproverSection = lazyComponent(async () => (await import('./approver-section.tsx')).ApproverSection)

interface Group {
  readonly id: string
  readonly name: string
  readonly content: ReactNode
}

const groups: readonly Group[] = [
  { id: 'account', name: 'Account', content: <SignInSection /> },
  {
    id: 'practice',
    name: 'Practice desk',
    content: (
      <>
        <PracticeSection />
        <ControlSection />
      </>
    ),
  },
  {
    id: 'limits',
    name: 'Trading limits',
    content: (
      <>
        <LimitsSection />
        {servesApprovals() && <ApproverSection />}
      </>
    ),
  },
  { id: 'look', name: 'Look', content: <LookSection /> },
  {
    id: 'alerts',
    name: 'Alerts',
    content: (
      <>
        <AlertsSection />
        <RecorderSection />
      </>
    ),
  },
  { id: 'data', name: 'Data', content: <DataSection /> },
  { id: 'advanced', name: 'Advanced', content: <VenueSection /> },
]

const elementId = (id: string): string => `settings-${id}`

export default function SettingsPage() {
  const section = useAddress(({ search }) => search['section'])
  const isSandbox = useVenue().kind === 'sandbox'
  useReady(true)
  useEffect(() => {
    if (section !== undefined) document.getElementById(elementId(section))?.scrollIntoView()
  }, [section])
  const shown = groups.filter(({ id }) => id !== 'practice' || isSandbox)
  return (
    <Page title="Settings">
      <MaximiseContext value={false}>
        <div className={styles.layout}>
          <nav aria-label="Settings" className={styles.list}>
            {shown.map(({ id, name }) => (
              <Link key={id} to="/settings" search={{ section: id }} className={styles.entry}>
                {name}
              </Link>
            ))}
          </nav>
          <div className={styles.column}>
            {shown.map(({ id, content }) => (
              <div key={id} id={elementId(id)} className={styles.part}>
                {content}
              </div>
            ))}
          </div>
        </div>
      </MaximiseContext>
    </Page>
  )
}

/** Browsers ask only once; a refusal is undone in browser settings. */
const refused =
  'This browser does not allow notices for this page. Allow them in its settings for this site, then choose this again.'

function AlertsSection() {
  const { sound, browser } = useAlertSettings()
  const [problem, setProblem] = useState<string>()
  const chooseBrowser = async (wanted: boolean): Promise<void> => {
    const granted =
      !wanted || (typeof Notification !== 'undefined' && (await Notification.requestPermission()) === 'granted')
    setProblem(granted ? undefined : refused)
    setAlertSettings({ browser: wanted && granted })
  }
  return (
    <Panel title="Notifications" padded>
      <div className={styles.stack}>
        <p className={styles.note}>
          Fills, rejections, upcoming ends and your alerts (Shift E) appear in the app. On top of that:
        </p>
        <Checkbox
          label="Sound"
          checked={sound}
          onChange={wanted => setAlertSettings({ sound: wanted })}
          hint="Two short notes; rising for a fill"
        />
        <Checkbox
          label="Desktop notifications"
          checked={browser}
          onChange={wanted => void chooseBrowser(wanted)}
          hint="When Legwork is in the background. They name the order and its price."
        />
        {problem !== undefined && <Banner tone="warning">{problem}</Banner>}
        <div>
          <Link to="/settings" search={alertSearch('all')} className={buttonClass({ size: 'sm' })}>
            Upcoming events and alerts
          </Link>
        </div>
      </div>
    </Panel>
  )
}
