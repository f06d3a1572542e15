import type { Brand, Job } from "../../../../client/source/generated.ts";
import { assetAddress } from "../../api/assets.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { usePages } from "../../api/pages.ts";
import { href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { Badge, Empty, Loading, Problem } from "../../parts/notice.tsx";
import { Paged } from "../../parts/paged.tsx";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { dateTime, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** Jobs that end with a picture. */
const pictureTypes = [
  "image.generation",
  "campaign.generation",
  "ad.generation",
  "image.edit",
  "ad.localization",
] as const;
const perType = 12;

/** What the box has made and read: pictures, brands, avatars. */
export function View() {
  return (
    <Page title={words.value.nav.media}>
      <Pictures />
      {may("brands:read") && <Brands />}
      {may("avatars:read") && <Avatars />}
    </Page>
  );
}

function Pictures() {
  const { media: own } = words.value;
  const { data, error, reload } = useLoad(async (signal) => {
    const lists = await Promise.all(
      pictureTypes.map((type) =>
        box.jobs.listJobs({ type, status: "completed", limit: perType }, { signal }),
      ),
    );
    const all = lists.flatMap(({ data: list }) => list.data);
    return all.toSorted((a, b) => b.created_at - a.created_at);
  }, []);
  return (
    <Section title={own.pictures}>
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data?.length === 0 && <Empty>{own.noPictures}</Empty>}
      <ul class="gallery">
        {data?.map((job) => (
          <li key={job.job_id}>
            <Picture job={job} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Picture({ job }: { job: Job }) {
  const { media: own } = words.value;
  const { image_url: url, placeholder, input } = job.payload as PicturePayload;
  const source = typeof url === "string" ? assetAddress(url) : undefined;
  const text = input.prompt ?? input.instructions ?? job.type;
  return (
    <figure class="card">
      {source !== undefined && (
        <img src={source} alt={say(own.pictureOf, { text })} loading="lazy" />
      )}
      <figcaption>
        <a href={href(`/system/jobs/${job.job_id}`)} dir="ltr">
          {job.type}
        </a>
        <span>{dateTime(job.created_at)}</span>
        {placeholder === true && <Badge tone="warning">{own.placeholder}</Badge>}
      </figcaption>
    </figure>
  );
}

/** What of a picture's job is shown. */
interface PicturePayload {
  image_url?: string | null;
  placeholder?: boolean;
  input: { prompt?: string; instructions?: string };
}

function Brands() {
  const { media: own } = words.value;
  const pages = usePages((after, signal) => box.brands.listBrands(after, { signal }), []);
  return (
    <Section title={own.brands}>
      <Paged pages={pages} none={own.noBrands}>
        {(brands) => (
          <ul class="grid plain-list">
            {brands.map((brand) => (
              <li key={brand.id}>
                <BrandCard brand={brand} />
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </Section>
  );
}

function BrandCard({ brand }: { brand: Brand }) {
  const { media: own, common } = words.value;
  const logo = brand.logo_url === null ? undefined : assetAddress(brand.logo_url);
  const list = (values: readonly string[] | undefined): string =>
    values && values.length > 0 ? values.join(" · ") : common.unknown;
  return (
    <article class="panel">
      <h3>{brand.name}</h3>
      {logo !== undefined && (
        <img class="logo" src={logo} alt={say(own.logo, { name: brand.name })} />
      )}
      {brand.identity?.tagline && <p>{brand.identity.tagline}</p>}
      <ul class="swatches" aria-label={own.colors}>
        {brand.colors.map(({ hex, role }) => (
          <li key={`${role} ${hex}`}>
            <span class="swatch" style={{ background: hex }} />
            <code>{hex}</code> {role}
          </li>
        ))}
      </ul>
      <Facts
        entries={[
          [own.fonts, list(brand.typography.map(({ family, role }) => `${family} (${role})`))],
          [own.voice, brand.tone?.voice ?? common.unknown],
          [own.dos, list(brand.tone?.dos)],
          [own.donts, list(brand.tone?.donts)],
          [own.audience, brand.identity?.audience ?? common.unknown],
        ]}
      />
    </article>
  );
}

function Avatars() {
  const { media: own } = words.value;
  const pages = usePages((after, signal) => box.avatars.listAvatars(after, { signal }), []);
  return (
    <Section title={own.avatars}>
      <Paged pages={pages} none={own.noAvatars}>
        {(avatars) => (
          <ul class="gallery">
            {avatars.map(({ id, label, image_url: url }) => (
              <li key={id}>
                <figure class="card">
                  {url !== null && <img src={assetAddress(url)} alt={label} loading="lazy" />}
                  <figcaption>{label}</figcaption>
                </figure>
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </Section>
  );
}
