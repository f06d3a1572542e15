import { useState } from "preact/hooks";
import type { Brand } from "../../../../client/source/generated.ts";
import { assetAddress } from "../../api/assets.ts";
import { box } from "../../api/box.ts";
import { usePages } from "../../api/pages.ts";
import { may } from "../../app/session.ts";
import { Button } from "../../parts/button.tsx";
import { Paged } from "../../parts/paged.tsx";
import { Facts, Section } from "../../parts/page.tsx";
import { Removal } from "../../parts/removal.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { BrandGuidance } from "./brand-guidance.tsx";
import { ExtractBrand } from "./extract-brand.tsx";
import { Swatches } from "./swatches.tsx";

/** The stored brands; extracts further ones, applies them, and removes them. */
export function Brands() {
  const { media: own } = words.value;
  const [isAdding, setAdding] = useState(false);
  const pages = usePages((after, signal) => box.brands.listBrands(after, { signal }), []);
  return (
    <Section
      title={own.brands}
      actions={
        may("brands:write") && (
          <Button icon="plus" onPress={() => setAdding(true)}>
            {own.newBrand}
          </Button>
        )
      }
    >
      <Paged pages={pages} none={own.noBrands}>
        {(brands) => (
          <ul class="grid plain-list">
            {brands.map((brand) => (
              <li key={brand.id}>
                <BrandCard brand={brand} onChanged={pages.reload} />
              </li>
            ))}
          </ul>
        )}
      </Paged>
      {isAdding && <ExtractBrand onStored={pages.reload} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function BrandCard({ brand, onChanged }: { brand: Brand; onChanged: () => void }) {
  const { media: own, common } = words.value;
  const [isUsing, setUsing] = useState(false);
  const logo = brand.logo_url === null ? undefined : assetAddress(brand.logo_url);
  const list = (values: readonly string[] | undefined): string =>
    values && values.length > 0 ? values.join(" · ") : common.unknown;
  return (
    <article class="panel" data-brand={brand.id}>
      <h3>
        <bdi>{brand.name}</bdi>
      </h3>
      {brand.source_url !== null && (
        <p class="hint" dir="ltr">
          {brand.source_url}
        </p>
      )}
      {logo !== undefined && (
        <img class="logo" src={logo} alt={say(own.logo, { name: brand.name })} />
      )}
      {brand.identity?.tagline && <p>{brand.identity.tagline}</p>}
      <Swatches label={own.colors} colors={brand.colors} />
      <Facts
        entries={[
          [own.fonts, list(brand.typography.map(({ family, role }) => `${family} (${role})`))],
          [own.voice, brand.tone?.voice ?? common.unknown],
          [own.dos, list(brand.tone?.dos)],
          [own.donts, list(brand.tone?.donts)],
          [own.audience, brand.identity?.audience ?? common.unknown],
        ]}
      />
      {may("brands:write") && (
        <div class="row">
          {may("jobs:read") && <Button onPress={() => setUsing(true)}>{own.useBrand}</Button>}
          <Removal
            name={brand.name}
            goes={[own.brandGoes]}
            stays={[own.jobsStay]}
            remove={() => box.brands.deleteBrand({ brand_id: brand.id })}
            onDone={onChanged}
          />
        </div>
      )}
      {isUsing && <BrandGuidance brand={brand} onClose={() => setUsing(false)} />}
    </article>
  );
}
