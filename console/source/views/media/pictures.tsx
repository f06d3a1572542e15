import { useState } from "preact/hooks";
import type { Job } from "../../../../client/source/generated.ts";
import { assetAddress } from "../../api/assets.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { Button } from "../../parts/button.tsx";
import { Badge, Empty, Loading, Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { dateTime, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { JobBadge } from "../system/jobs/job-badge.tsx";
import { EditPicture, LocalizePicture, SaveAvatar } from "./change-picture.tsx";

/** Jobs that end with a picture. */
const pictureTypes = [
  "image.generation",
  "campaign.generation",
  "ad.generation",
  "image.edit",
  "ad.localization",
  "avatar.generation",
] as const;
const perType = 12;
const everyMs = 5000;

/** The newest pictures, and the jobs that are making some. */
export function Pictures({ version, onChanged }: { version: number; onChanged: () => void }) {
  const { media: own } = words.value;
  const { data, error, reload } = useLoad(
    async (signal) => {
      const lists = await Promise.all(
        pictureTypes.map((type) => box.jobs.listJobs({ type, limit: perType }, { signal })),
      );
      const all = lists.flatMap(({ data: list }) => list.data);
      return all.toSorted((a, b) => b.created_at - a.created_at);
    },
    [version],
    { everyMs },
  );
  return (
    <Section title={own.pictures}>
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data?.length === 0 && <Empty>{own.noPictures}</Empty>}
      <ul class="gallery">
        {data?.map((job) => (
          <li key={job.job_id}>
            <Picture job={job} onChanged={onChanged} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Picture({ job, onChanged }: { job: Job; onChanged: () => void }) {
  const { media: own } = words.value;
  const { image_url: url, placeholder, input } = job.payload as PicturePayload;
  const source = typeof url === "string" ? assetAddress(url) : undefined;
  const text = input.prompt ?? input.instructions ?? job.type;
  return (
    <figure class="card" data-picture={job.job_id}>
      {source !== undefined && (
        <img src={source} alt={say(own.pictureOf, { text })} loading="lazy" />
      )}
      <figcaption>
        <a href={href(`/system/jobs/${job.job_id}`)} dir="ltr">
          {job.type}
        </a>
        <span dir="auto">{text}</span>
        <span>{dateTime(job.created_at)}</span>
        {job.status !== "completed" && <JobBadge status={job.status} />}
        {job.error && (
          <span class="hint" lang="en" dir="auto">
            {job.error.message}
          </span>
        )}
        {placeholder === true && <Badge tone="warning">{own.placeholder}</Badge>}
        {source !== undefined && <PictureActions job={job} onChanged={onChanged} />}
      </figcaption>
    </figure>
  );
}

const forms = { edit: EditPicture, localize: LocalizePicture, save: SaveAvatar } as const;

function PictureActions({ job, onChanged }: { job: Job; onChanged: () => void }) {
  const { media: own, common } = words.value;
  const [open, setOpen] = useState<keyof typeof forms | undefined>(undefined);
  const isAvatar = job.type === "avatar.generation";
  const buttons = [
    ...(may("media:write") ? ([["edit", common.edit]] as const) : []),
    ...(may("media:write") && !isAvatar ? ([["localize", own.localize]] as const) : []),
    ...(may("avatars:write") && isAvatar ? ([["save", own.saveAvatar]] as const) : []),
  ];
  const Form = open && forms[open];
  return (
    <>
      <span class="row">
        {buttons.map(([name, label]) => (
          <Button key={name} onPress={() => setOpen(name)}>
            {label}
          </Button>
        ))}
      </span>
      {Form && (
        <Form
          jobId={job.job_id}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined);
            onChanged();
          }}
        />
      )}
    </>
  );
}

/** What of a picture's job is shown. */
interface PicturePayload {
  image_url?: string | null;
  placeholder?: boolean;
  input: { prompt?: string; instructions?: string };
}
