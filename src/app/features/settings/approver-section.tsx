import { type FormEvent, useEffect, useState } from 'react'
import {
  type ApproverKey,
  removeApproverKey,
  setApproverKey,
  startApproverKey,
  useApproverKey,
} from '../../api/approval/approver-key.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import styles from './settings.module.css'

export function ApproverSection() {
  useEffect(startApproverKey, [])
  const state = useApproverKey()
  return (
    <Panel title="Approving for others" padded>
      <div className={styles.stack}>
        <p className={styles.note}>
          Orders above the limits of this server need a second person. To be that person, have a key here.
        </p>
        {state.status === 'failed' && <Banner tone="danger" title={state.why} />}
        {state.status === 'none' && <NewKey />}
        {state.status === 'there' && <KeyThere approver={state.key} />}
      </div>
    </Panel>
  )
}

function NewKey() {
  const [name, setName] = useState('')
  const [pem, setPem] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const wanted = name.trim()
    if (wanted === '') return setProblem('Enter the name by which the operator knows you.')
    const made = await setApproverKey(wanted, pem)
    setProblem(made.ok ? undefined : made.message)
  }
  return (
    <form className={styles.wideForm} aria-label="Approver key" noValidate onSubmit={event => void submit(event)}>
      <TextInput label="Your name" hint="As the server’s file of approvers has it." value={name} onChange={setName} />
      {pem !== undefined && <TextArea label="Private key (PEM, P-256)" rows={4} value={pem} onChange={setPem} />}
      {problem !== undefined && <Banner tone="danger" title={problem} />}
      <div className={styles.row}>
        <Button type="submit">{pem === undefined ? 'Make a key' : 'Import the key'}</Button>
        <Button variant="quiet" onClick={() => setPem(pem === undefined ? '' : undefined)}>
          {pem === undefined ? 'Import one instead' : 'Make one instead'}
        </Button>
      </div>
    </form>
  )
}

function KeyThere({ approver: { name, publicKey } }: { readonly approver: ApproverKey }) {
  const [isAsking, setAsking] = useState(false)
  const entry = JSON.stringify({ name, key: publicKey, own: [], approves: [] })
  return (
    <>
      <p className={styles.note}>
        You approve as <strong>{name}</strong>, once the operator has this line in the file of approvers, with your own
        accounts in <code>own</code> and those that you approve for in <code>approves</code>, and the server was started
        again.
      </p>
      <pre className={styles.pem} aria-label="Line for the file of approvers">
        {entry}
      </pre>
      <div className={styles.row}>
        <CopyButton text={entry} label="Copy the line" />
        <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
          Remove the key…
        </Button>
      </div>
      <p className={styles.note}>
        The private half is in this browser only and cannot be read out. If it is lost (site data cleared, another
        machine), make another one and give the operator its line; the old one approves nothing more once its line is
        out of the file.
      </p>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        size="sm"
        title="Remove your approver key?"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button variant="danger" onClick={() => void removeApproverKey()}>
              Remove it
            </Button>
          </>
        }
      >
        <p>This cannot be undone. You cannot approve orders until the operator has added another key.</p>
      </Dialog>
    </>
  )
}
