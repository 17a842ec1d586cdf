import { Button } from '@mantine/core'
import { Icon, type IconName } from './Icon.tsx'
import css from './controls.module.css'

interface IconButtonProps {
  icon: IconName
  label: string
  onClick: () => void
  className?: string | undefined
  disabled?: boolean
}

export function IconButton({ icon, label, onClick, className, disabled }: IconButtonProps) {
  return (
    <Button
      variant="subtle"
      size="xs"
      className={[css.square, className].filter(Boolean).join(' ')}
      aria-label={label}
      onClick={onClick}
      disabled={disabled ?? false}
    >
      <Icon name={icon} />
    </Button>
  )
}
