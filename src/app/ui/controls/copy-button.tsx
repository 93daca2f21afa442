import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'

const shownMs = 1500

export function CopyButton({ text, label }: { text: string | (() => string); label: string }): ReactNode {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (): Promise<void> => {
    if (await copyText(typeof text === 'string' ? text : text())) setCopied(true)
  }
  return (
    <Button
      size="sm"
      variant="quiet"
      icon={copied ? <Check size={12} /> : <Copy size={12} />}
      onClick={() => void copy()}
    >
      {copied ? 'Copied' : label}
    </Button>
  )
}
