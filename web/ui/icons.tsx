import type { ReactNode } from 'react'

function Icon({ name, children }: { name: string; children: ReactNode }) {
  return (
    <svg className="icon" data-icon={name} viewBox="0 0 16 16" aria-hidden="true">
      {children}
    </svg>
  )
}

export const ClockIcon = () => (
  <Icon name="clock">
    <circle cx="8" cy="8" r="6.25" />
    <path d="M8 4.5V8l2.25 1.5" />
  </Icon>
)

export const TrendingUpIcon = () => (
  <Icon name="trending-up">
    <path d="m1.75 11.5 4-4 2.5 2.5 6-6" />
    <path d="M10.25 4h4v4" />
  </Icon>
)

export const CheckIcon = () => (
  <Icon name="check">
    <path d="m3 8.5 3.25 3.25L13 5" />
  </Icon>
)

export const CloseIcon = () => (
  <Icon name="close">
    <path d="m4 4 8 8M12 4l-8 8" />
  </Icon>
)
