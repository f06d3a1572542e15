;; Planar YUV 4:2:0 of limited range (ITU-T H.273) to interleaved RGB or BGR, sixteen pixels at a time.
;; Numbers are 16 bits with six of fraction: 255 levels with their overshoot are below 2^15 in them.
(module
  (memory (export "memory") 1)
  ;; Fractions in Q15: what luma has beyond 1, red of Cr beyond 1, blue of Cb beyond 2; green is given whole.
  (global $luma (mut v128) (v128.const i64x2 0 0))
  (global $redCr (mut v128) (v128.const i64x2 0 0))
  (global $greenCb (mut v128) (v128.const i64x2 0 0))
  (global $greenCr (mut v128) (v128.const i64x2 0 0))
  (global $blueCb (mut v128) (v128.const i64x2 0 0))
  (global $isBgr (mut i32) (i32.const 0))

  (func (export "setUp")
    (param $luma i32) (param $redCr i32) (param $greenCb i32) (param $greenCr i32) (param $blueCb i32)
    (param $isBgr i32)
    (global.set $luma (i16x8.splat (local.get $luma)))
    (global.set $redCr (i16x8.splat (local.get $redCr)))
    (global.set $greenCb (i16x8.splat (local.get $greenCb)))
    (global.set $greenCr (i16x8.splat (local.get $greenCr)))
    (global.set $blueCb (i16x8.splat (local.get $blueCb)))
    (global.set $isBgr (local.get $isBgr)))

  ;; (level - zero) with six bits of fraction.
  (func $centred (param $levels v128) (param $zero i32) (result v128)
    (i16x8.shl (i16x8.sub (local.get $levels) (i16x8.splat (local.get $zero))) (i32.const 6)))

  (func $brightness (param $levels v128) (result v128)
    (local $y v128)
    (local.set $y (call $centred (local.get $levels) (i32.const 16)))
    (i16x8.add (local.get $y) (i16x8.q15mulr_sat_s (local.get $y) (global.get $luma))))

  ;; A channel of sixteen pixels: its part of the colour counts for two neighbours; rounded and clipped.
  (func $channel (param $yLow v128) (param $yHigh v128) (param $colour v128) (result v128)
    (i8x16.narrow_i16x8_u
      (i16x8.shr_s
        (i16x8.add_sat_s
          (i16x8.add_sat_s
            (local.get $yLow)
            (i8x16.shuffle 0 1 0 1 2 3 2 3 4 5 4 5 6 7 6 7 (local.get $colour) (local.get $colour)))
          (i16x8.splat (i32.const 32)))
        (i32.const 6))
      (i16x8.shr_s
        (i16x8.add_sat_s
          (i16x8.add_sat_s
            (local.get $yHigh)
            (i8x16.shuffle 8 9 8 9 10 11 10 11 12 13 12 13 14 15 14 15 (local.get $colour) (local.get $colour)))
          (i16x8.splat (i32.const 32)))
        (i32.const 6))))

  ;; Sixteen pixels from a luma byte that is the first of its pair: reads 16 + 8 + 8 bytes, writes 48.
  (func $block (param $y i32) (param $u i32) (param $v i32) (param $to i32)
    (local $levels v128) (local $yLow v128) (local $yHigh v128) (local $cb v128) (local $cr v128)
    (local $first v128) (local $green v128) (local $last v128) (local $swap v128)
    (local.set $levels (v128.load (local.get $y)))
    (local.set $yLow (call $brightness (i16x8.extend_low_i8x16_u (local.get $levels))))
    (local.set $yHigh (call $brightness (i16x8.extend_high_i8x16_u (local.get $levels))))
    (local.set $cb (call $centred (v128.load8x8_u (local.get $u)) (i32.const 128)))
    (local.set $cr (call $centred (v128.load8x8_u (local.get $v)) (i32.const 128)))
    (local.set $first
      (call $channel (local.get $yLow) (local.get $yHigh)
        (i16x8.add (local.get $cr) (i16x8.q15mulr_sat_s (local.get $cr) (global.get $redCr)))))
    (local.set $green
      (call $channel (local.get $yLow) (local.get $yHigh)
        (i16x8.add
          (i16x8.q15mulr_sat_s (local.get $cb) (global.get $greenCb))
          (i16x8.q15mulr_sat_s (local.get $cr) (global.get $greenCr)))))
    (local.set $last
      (call $channel (local.get $yLow) (local.get $yHigh)
        (i16x8.add
          (i16x8.shl (local.get $cb) (i32.const 1))
          (i16x8.q15mulr_sat_s (local.get $cb) (global.get $blueCb)))))
    (if (global.get $isBgr)
      (then
        (local.set $swap (local.get $first))
        (local.set $first (local.get $last))
        (local.set $last (local.get $swap))))
    ;; Three channels become triples: first and second are laid out, the third takes the gaps.
    (v128.store (local.get $to)
      (i8x16.shuffle 0 1 16 3 4 17 6 7 18 9 10 19 12 13 20 15
        (i8x16.shuffle 0 16 0 1 17 0 2 18 0 3 19 0 4 20 0 5 (local.get $first) (local.get $green))
        (local.get $last)))
    (v128.store offset=16 (local.get $to)
      (i8x16.shuffle 0 21 2 3 22 5 6 23 8 9 24 11 12 25 14 15
        (i8x16.shuffle 21 0 6 22 0 7 23 0 8 24 0 9 25 0 10 26 (local.get $first) (local.get $green))
        (local.get $last)))
    (v128.store offset=32 (local.get $to)
      (i8x16.shuffle 26 1 2 27 4 5 28 7 8 29 10 11 30 13 14 31
        (i8x16.shuffle 0 11 27 0 12 28 0 13 29 0 14 30 0 15 31 0 (local.get $first) (local.get $green))
        (local.get $last))))

  ;; A picture whose planes lie at `y`, `u`, `v` without gaps; its rows go to `to`, `toStride` bytes apart. Up to 15
  ;; bytes beyond each row are read. `scratch`: 48 bytes for the end of a row, so that nothing beside it is written.
  (func (export "convert")
    (param $y i32) (param $u i32) (param $v i32) (param $width i32) (param $height i32)
    (param $to i32) (param $toStride i32) (param $scratch i32)
    (local $row i32) (local $x i32) (local $colourAt i32)
    (loop $rows
      (local.set $x (i32.const 0))
      (local.set $colourAt
        (i32.mul
          (i32.shr_u (local.get $row) (i32.const 1))
          (i32.shr_u (i32.add (local.get $width) (i32.const 1)) (i32.const 1))))
      (loop $blocks
        (if (i32.le_u (i32.add (local.get $x) (i32.const 16)) (local.get $width))
          (then
            (call $block
              (i32.add (local.get $y) (local.get $x))
              (i32.add (i32.add (local.get $u) (local.get $colourAt)) (i32.shr_u (local.get $x) (i32.const 1)))
              (i32.add (i32.add (local.get $v) (local.get $colourAt)) (i32.shr_u (local.get $x) (i32.const 1)))
              (i32.add (local.get $to) (i32.mul (local.get $x) (i32.const 3))))
            (br_if $blocks
              (i32.lt_u (local.tee $x (i32.add (local.get $x) (i32.const 16))) (local.get $width))))
          (else
            (call $block
              (i32.add (local.get $y) (local.get $x))
              (i32.add (i32.add (local.get $u) (local.get $colourAt)) (i32.shr_u (local.get $x) (i32.const 1)))
              (i32.add (i32.add (local.get $v) (local.get $colourAt)) (i32.shr_u (local.get $x) (i32.const 1)))
              (local.get $scratch))
            (memory.copy
              (i32.add (local.get $to) (i32.mul (local.get $x) (i32.const 3)))
              (local.get $scratch)
              (i32.mul (i32.sub (local.get $width) (local.get $x)) (i32.const 3))))))
      (local.set $y (i32.add (local.get $y) (local.get $width)))
      (local.set $to (i32.add (local.get $to) (local.get $toStride)))
      (br_if $rows
        (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $height))))))
