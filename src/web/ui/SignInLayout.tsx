import type { ReactNode } from 'react'
import { RoundLogoMark } from './Logo.tsx'
import css from './SignInLayout.module.css'

interface SignInLayoutProps {
  title: string
  subtitle: string
  children: ReactNode
}

export function SignInLayout({ title, subtitle, children }: SignInLayoutProps) {
  return (
    <main className={`stack centered ${css.gate}`}>
      <SignInBackground />
      <div className={css.card}>
        <span className={`stack centered ${css.seal}`}>
          <RoundLogoMark />
        </span>
        <h1 className={`strong ${css.title}`}>{title}</h1>
        <p className={`muted ${css.subtitle}`}>{subtitle}</p>
        {children}
      </div>
    </main>
  )
}

/** Two items at opposite ends, such as remember me and the forgot password link. */
export function SignInRow({ children }: { children: ReactNode }) {
  return <div className={`row wrap spread gap-10 small ${css.row}`}>{children}</div>
}

function SignInBackground() {
  return (
    <svg
      className={css.scene}
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="scene-sky" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="var(--sky1)" />
          <stop offset="1" stopColor="var(--sky2)" />
        </linearGradient>
        <linearGradient id="scene-sea" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="var(--sea1)" />
          <stop offset="1" stopColor="var(--sea2)" />
        </linearGradient>
      </defs>
      <rect width="1440" height="900" fill="url(#scene-sky)" />
      <circle cx="1030" cy="420" r="74" fill="var(--sun)" />
      <path
        d="M0 610V548c70-8 120-30 176-66 44-29 84-70 122-112 10-11 20-15 30-8l14 6 12-8c10 4 18 12 26 22 44 52 92 96 150 122 50 22 110 34 180 38l60 8v60z"
        fill="var(--far)"
      />
      <path
        d="M760 610v-22c80-6 130-24 190-54 50-26 96-62 130-92 12-10 24-10 36 0 40 36 96 78 160 104 50 20 104 32 164 36v28z"
        fill="var(--far2)"
      />
      <path
        d="M0 612v-30c60-4 110-14 160-28 70-20 120-8 190 14 60 18 130 26 220 30v14zM1440 612v-46c-70 2-120 10-180 18-70 8-140 18-250 22v6z"
        fill="var(--mid)"
      />
      <rect y="608" width="1440" height="292" fill="url(#scene-sea)" />
      <path
        d="M968 628h124M984 644h96M962 664h70M1046 664h40M978 690h108M1000 716h60M972 742h50M1040 742h44M990 776h84M1010 812h54M984 846h40"
        stroke="var(--sun)"
        strokeWidth="3"
        strokeLinecap="round"
        opacity=".5"
      />
      <path
        d="M467 677h28M1216 638h70M1220 690h18M511 654h28M943 680h70M1288 659h28M1280 696h28M778 638h18M306 668h18M43 690h44M1198 684h70M788 647h70M728 634h18M258 657h70M508 668h70M842 674h70M1073 659h70M669 665h18M1220 671h28M1089 657h18M1276 666h44M234 691h18M1288 641h70M684 682h18M288 667h18M854 645h70"
        stroke="var(--line)"
        strokeOpacity="0.55"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <path
        d="M444 748h44M238 705h28M154 731h28M1017 751h28M1294 758h18M978 749h70M993 751h28M163 729h70M20 766h44M814 748h70M212 712h44M109 748h70M200 743h18M460 763h18M1310 718h28M1222 769h18M56 724h70M283 756h70M565 754h44M256 712h28M1069 745h44M1298 764h70M1257 739h28M287 767h44M562 764h18M1416 744h28"
        stroke="var(--line)"
        strokeOpacity="0.4"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <path
        d="M1255 835h44M1394 849h18M490 810h18M211 850h44M484 859h70M188 791h28M423 825h70M352 810h70M127 846h28M239 790h28M-10 817h28M319 827h28M622 859h28M1368 813h28M1394 839h28M591 836h18M829 808h28M520 832h18M597 833h18M115 835h44M606 830h70M358 850h70M340 822h18M26 841h44M17 836h70M750 847h18"
        stroke="var(--line)"
        strokeOpacity="0.3"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <g transform="translate(1146 520)" fill="var(--dark)">
        <path d="M-70 92h330v10H-70z" />
        <path d="M6 0v92h-44V70h10V48h10V24h10zM50 0v92h44V70H84V48H74V24H64z" />
        <path d="M112 92V62h132v30z" />
        <path d="M92 64l44-22 22-34h40l22 34 44 22z" />
      </g>
      <g transform="translate(128 470)">
        <path
          d="M18 176c36 14 214 16 262-4l34-16c-8 22-26 42-44 48-52 12-168 12-216 2-16-4-28-14-36-30z"
          fill="var(--dark)"
        />
        <path d="M300 160l66-30" stroke="var(--dark)" strokeWidth="4" />
        <path d="M120 176V20M216 176V6" stroke="var(--dark)" strokeWidth="4" />
        <path
          d="M116 46v116H40c34-28 60-66 76-116zM126 40c30 34 50 78 58 122h-58zM212 34v128h-22c-6-44-26-84-52-112 28-2 54-8 74-16zM222 26c32 38 54 86 60 136h-60zM290 158c-4-34-18-74-40-106 44 26 82 56 108 82z"
          fill="var(--sail)"
        />
        <path d="M216 6h26v8h-26z" className={css.flagRed} />
        <path d="M216 14h26v8h-26z" className={css.flagWhite} />
        <path
          d="M10 214c80 10 220 10 310-2"
          stroke="var(--line)"
          strokeWidth="2"
          strokeLinecap="round"
          opacity=".7"
        />
      </g>
      <path
        d="M40 118C290 42 600 52 826 146"
        stroke="var(--plane)"
        strokeOpacity=".5"
        strokeWidth="1.6"
        strokeDasharray="2 9"
        strokeLinecap="round"
      />
      <g transform="translate(842 153) rotate(23)" fill="var(--plane)">
        <path d="M24 0c0 2-4 3-8 3H4l-12 14h-4l5-14h-9l-4 5h-3l2-8-2-8h3l4 5h9l-5-14h4L4-3h12c4 0 8 1 8 3z" />
      </g>
    </svg>
  )
}
